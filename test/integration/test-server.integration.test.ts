import { RealApiServer } from '@kube-informers/testing';
import { testServerSuite } from '../contract/test-server.js';

testServerSuite('a real API server as a TestServer', (options) => RealApiServer.start(options));

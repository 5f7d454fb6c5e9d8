import { ApiServer } from '@kube-informers/testing';
import { testServerSuite } from './test-server.js';

testServerSuite('the embedded API server as a TestServer', ({ users }) =>
  ApiServer.start({ users, authorizer: 'rbac' }),
);

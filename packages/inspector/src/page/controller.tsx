import type { JSX } from 'preact';
import type { StateModel } from '../model.js';
import { ControllerSummary } from './controllers.js';
import { KeyPage } from './key-page.js';
import type { Live } from './live.js';
import { ActionLog } from './overview.js';
import { Section } from './parts.js';
import type { Route } from './route.js';
import { Failures, Runs } from './runs.js';

/** One controller, or one of its keys. */
export function Controller({
  route,
  live,
  state,
}: {
  readonly route: Route & { readonly view: 'controller' };
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  const { id, key } = route;
  const controller = state.controllers.find((each) => each.id === id);
  if (controller === undefined) return <p class="empty">The program has no controller {id} any more.</p>;
  const detail = live.controller?.id === id ? live.controller : undefined;
  if (key !== '') {
    const informer = state.informers.find((each) => each.id === controller.informer);
    return <KeyPage objectKey={key} informer={informer} controller={controller} live={live} state={state} />;
  }
  return (
    <>
      <Section title="Now">
        <ControllerSummary controller={controller} state={state} />
      </Section>
      <Failures controller={controller} detail={detail} nowMs={state.atMs} />
      <Runs controller={controller} detail={detail} nowMs={state.atMs} withKey />
      {state.log.some((action) => action.id === id) && (
        <Section title="Actions">
          <ActionLog state={state} id={id} />
        </Section>
      )}
    </>
  );
}

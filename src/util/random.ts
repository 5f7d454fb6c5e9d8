/** The only source of chance: uniform in [0, 1), as `Math.random`. Injected, so that tests can repeat a run. */
export type Random = () => number;

/** The machine's own chance. */
export const systemRandom: Random = () => Math.random();

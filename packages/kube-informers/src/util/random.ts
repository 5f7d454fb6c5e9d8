/** The only source of randomness: uniform in [0, 1), like `Math.random`. Injected, so that tests are repeatable. */
export type Random = () => number;

/** The system's random numbers. */
export const systemRandom: Random = () => Math.random();

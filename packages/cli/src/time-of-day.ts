/** `15:04:05` in this machine's time zone. */
export function timeOfDay(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}

/** `2026-11-29 15:04:05.123`. */
export function preciseTime(ms: number): string {
  return `${dateOf(ms)} ${timeOfDay(ms)}.${padded(ms % 1_000, 3)}`;
}

/** `15:04:05` today, `2026-11-29 15:04:05` on another day. */
export function dateTime(ms: number, nowMs: number): string {
  return dateOf(ms) === dateOf(nowMs) ? timeOfDay(ms) : `${dateOf(ms)} ${timeOfDay(ms)}`;
}

function dateOf(ms: number): string {
  const date = new Date(ms);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => padded(part)).join('-');
}

function padded(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}

/** Formats a duration: `0.4 s`, `12 s`, `3 m 4 s`, `5 h`, `7 d`. */
export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0, Math.round(ms / 100) / 10)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes} m ${seconds % 60} s`;
  if (minutes < 120) return `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** `12 s ago`; a dash without an age. */
export function ago(ms: number | undefined): string {
  return ms === undefined ? '–' : `${duration(ms)} ago`;
}

/** The time of day, `14:03:22`. */
export function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB');
}

/** The time of day, after the date unless that is today: `14:03:22`, `29 Nov 14:03:22`. */
export function dateTime(ms: number, nowMs: number): string {
  const date = (of: number): string =>
    new Date(of).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return date(ms) === date(nowMs) ? clockTime(ms) : `${date(ms)} ${clockTime(ms)}`;
}

/** `since 14:03:22 (12 s)`. */
export function since(ms: number, nowMs: number): string {
  return `since ${dateTime(ms, nowMs)} (${duration(nowMs - ms)})`;
}

/** `1,234,567`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `512 B`, `1.2 MB`. */
export function bytes(value: number | undefined): string {
  if (value === undefined) return '–';
  const units = ['B', 'kB', 'MB', 'GB'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[unit] ?? ''}`;
}

/** `0`, `0.4`, `12`, `1,200` a second. */
export function rate(perSecond: number): string {
  return perSecond > 0 && perSecond < 9.95 ? perSecond.toFixed(1) : count(Math.round(perSecond));
}

/** `1 object`, `2 objects`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `0.4 %`, `12 %`. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return `${share > 0 && share < 9.95 ? share.toFixed(1) : Math.round(share)} %`;
}

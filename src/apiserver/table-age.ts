/** How long ago a time of an object was, as kubectl shows it (apimachinery's duration.HumanDuration): `5s`, `3m20s`, `12d`. */
export function ageOf(time: unknown, nowMs: number): string {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at)) return '<unknown>';
  const seconds = Math.floor((nowMs - at) / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return withRest(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 24 * 8) return withRest(days, 'd', hours % 24, 'h');
  if (days < 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  return days < 365 * 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

function withRest(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
}

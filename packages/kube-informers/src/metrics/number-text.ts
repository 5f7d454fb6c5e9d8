/** A sample's value as Prometheus writes it. */
export function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

/** A bucket's bound as Go writes it, so that it is the same label value: `1e-05`, and `1.0` in OpenMetrics. */
export function boundText(le: number, isOpen: boolean): string {
  if (le !== 0 && Math.abs(le) < 1e-4) return le.toExponential().replace(/e-(\d)$/, 'e-0$1');
  const text = String(le);
  return isOpen && /^\d+$/.test(text) ? `${text}.0` : text;
}

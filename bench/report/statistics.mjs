/** The value that a share of all lies at or below: nearest rank; quantile(values, 0.5) of an odd number is their median. */
export function quantile(values, share) {
  if (values.length === 0) throw new Error('a quantile needs at least one value');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  if (values.length === 0) throw new Error('a median needs at least one value');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** From the least to the greatest value, as a share of the median. */
export function spread(values) {
  const middle = median(values);
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / middle;
}

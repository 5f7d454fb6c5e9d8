import type { MetricFamily, Sample } from './family.js';
import { boundText } from './number-text.js';

/** One number with its name and labels; a histogram has several. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns the series of a sample as Prometheus has them. `isOpen` is true for OpenMetrics. */
export function seriesOf(family: MetricFamily, sample: Sample, isOpen: boolean): readonly Series[] {
  const { name } = family;
  const labels = labelsOf(family, sample);
  const { value } = sample;
  if (typeof value === 'number') return [{ name, labels, value }];
  const { count, sum, buckets } = value;
  const bucket = (le: string, below: number): Series => ({
    name: `${name}_bucket`,
    labels: { ...labels, le },
    value: below,
  });
  return [
    ...buckets.map((each) => bucket(boundText(each.le, isOpen), each.count)),
    bucket('+Inf', count),
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}

/** Returns the labels of a sample by name. */
export function labelsOf({ labels }: MetricFamily, sample: Sample): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map((label, index) => [label, sample.labels[index] ?? '']));
}

import type { HistogramStats } from '../util/histogram.js';
import type { Snapshot } from './sources.js';

export type MetricType = 'counter' | 'gauge' | 'histogram';
type MetricValue = number | HistogramStats;

/** One value of a family; `labels` are in the order of the family's `labels`. */
export interface Sample {
  readonly labels: readonly string[];
  readonly value: MetricValue;
}

/** One metric: its name, meaning and labels, and how it is read. */
export interface MetricFamily {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  /** True if the smallest value counts where several have equal labels; else they are added up. */
  readonly smallest?: boolean;
  readonly labels: readonly string[];
  readonly read: (snapshot: Snapshot) => readonly Sample[];
}

/** The values of one subject: one, none, or one for each list of further label values. */
export type Values = MetricValue | undefined | Iterable<readonly [...labels: string[], value: MetricValue]>;

/** A gauge of which the smallest value counts where several have equal labels. */
type Minimum = 'minimum';

/** A metric of one kind of subject: type, name, meaning, value, and the labels beside those of the subject. */
export type Row<S> = readonly [
  type: MetricType | Minimum,
  name: string,
  help: string,
  read: (subject: S) => Values,
  ...labels: string[],
];

/** Returns the families of one kind of subject. */
export function familiesOf<S>(
  subjects: (snapshot: Snapshot) => readonly S[],
  subjectLabels: readonly string[],
  labelsOf: (subject: S) => readonly string[],
  rows: readonly Row<S>[],
): MetricFamily[] {
  return rows.map(([type, name, help, read, ...labels]) => ({
    name,
    type: type === 'minimum' ? 'gauge' : type,
    help,
    smallest: type === 'minimum',
    labels: [...subjectLabels, ...labels],
    read: (snapshot) =>
      merged(
        subjects(snapshot).flatMap((subject) => {
          const values = read(subject);
          if (values === undefined) return [];
          const own = labelsOf(subject);
          if (typeof values === 'number' || 'buckets' in values) return [{ labels: own, value: values }];
          return Array.from(values, (row) => ({
            // A row ends with its value, before it are labels.
            labels: [...own, ...(row.slice(0, -1) as string[])],
            value: row.at(-1) as MetricValue,
          }));
        }),
        type === 'minimum',
      ),
  }));
}

/** Makes one of samples with equal labels, such as two clients of one host: both formats allow each set of labels once. */
function merged(samples: readonly Sample[], smallest: boolean): readonly Sample[] {
  const byLabels = new Map<string, Sample>();
  for (const sample of samples) {
    const labels = sample.labels.map(wellFormed);
    const key = JSON.stringify(labels);
    const other = byLabels.get(key);
    const value = other === undefined ? sample.value : together(other.value, sample.value, smallest);
    byLabels.set(key, { labels, value });
  }
  return [...byLabels.values()];
}

/** UTF-8, which all formats are written in, has no lone surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function together(a: MetricValue, b: MetricValue, smallest: boolean): MetricValue {
  if (typeof a === 'number' || typeof b === 'number')
    return smallest ? Math.min(Number(a), Number(b)) : Number(a) + Number(b);
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    // A family has the same buckets in all its histograms.
    buckets: a.buckets.map(({ le, count }, index) => ({ le, count: count + (b.buckets[index]?.count ?? 0) })),
  };
}

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

/** Metrics that another library reads; returned by `registerWithPrometheus` and `registerWithOpenTelemetry`. */
export interface MetricsRegistration extends Disposable {
  /** Takes the metrics back; `using` does the same. Further calls do nothing. */
  readonly remove: () => void;
}

/** Returns a registration that calls `undo` once. */
export function registration(undo: () => void): MetricsRegistration {
  let removed = false;
  const remove = (): void => {
    if (removed) return;
    removed = true;
    undo();
  };
  return { remove, [Symbol.dispose]: remove };
}

import type { HistogramStats } from '../util/histogram.js';
import type { Snapshot } from './sources.js';

export type MetricType = 'counter' | 'gauge' | 'histogram';
export type MetricValue = number | HistogramStats;

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

type Sample = { labels?: Record<string, string>; value: number }

/** A metric with its name and description. */
export type Metric = { name: string; type: 'counter' | 'gauge'; help: string }

const labelsOf = (labels: Record<string, string> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** The lines of a metric in the Prometheus text format; a number stands for one sample without labels. */
export function writeMetric({ name, type, help }: Metric, samples: number | Sample[]): string[] {
  const all = typeof samples === 'number' ? [{ value: samples }] : samples
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...all.map(({ labels, value }: Sample) => `${name}${labelsOf(labels)} ${value}`),
  ]
}

import type { Scale, Values } from './line-chart-scale.ts'
import type { Zoom } from './line-chart-zoom.ts'

/** One line. Its place in the list decides its colour and its dashes; there are three of them. */
export type ChartSeries = { label: string; values: Values }

/** A moment at which something happened. */
export type ChartMarker = { time: number; isBad?: boolean }

export type LineChartProps = {
  title: string
  /** Numbers that rise, such as milliseconds: where on the axis the values of every line stand. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** A point in time, short, under an axis that spans so much. */
  formatTime: (time: number, span: number) => string
  /** A point in time in full, in the table and where it is pointed at. */
  formatMoment?: (time: number) => string
  formatValue: (value: number) => string
  /** Fixed, else one that holds the highest value. */
  scale?: Scale
  /** 1024 for bytes. */
  base?: 10 | 1024
  /** Upright lines, which the screen explains beside the chart. */
  markers?: readonly ChartMarker[]
  /** What is said when nothing was measured. */
  emptyText?: string
  /** Charts over the same times that share it are pointed into together. */
  syncId?: string
  /** Offers a brush under the chart. */
  zoom?: Zoom
}

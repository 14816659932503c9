import type { Scale, Values } from './line-chart-scale.ts'
import type { Zoom } from './line-chart-zoom.ts'

/** One line. Its index decides its colour and its dashes; there are three of each. */
export type ChartSeries = { label: string; values: Values }

/** A marked moment. */
export type ChartMarker = { time: number; isBad?: boolean }

export type LineChartProps = {
  title: string
  /** Ascending numbers such as milliseconds: the x value of each point. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** A short time label for an axis of this span. */
  formatTime: (time: number, span: number) => string
  /** A full time label, for the table and the tooltip. */
  formatMoment?: (time: number) => string
  formatValue: (value: number) => string
  /** Fixed maximum; by default the scale fits the highest value. */
  scale?: Scale
  /** 1024 for bytes. */
  base?: 10 | 1024
  /** Vertical lines, which the screen explains beside the chart. */
  markers?: readonly ChartMarker[]
  /** Text without measurements. */
  emptyText?: string
  /** Shared by charts over the same times, whose tooltips move together. */
  syncId?: string
  /** Shows a brush below the chart. */
  zoom?: Zoom
}

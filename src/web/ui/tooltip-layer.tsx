import { Tooltip } from '@mantine/core'
import type { ShownTooltip } from './tooltip-watch.ts'

/** The tooltip that is shown, beside its control. */
export const TooltipLayer = ({ target, text }: ShownTooltip) => (
  <Tooltip key={text} target={target} label={text} opened multiline maw={320} />
)

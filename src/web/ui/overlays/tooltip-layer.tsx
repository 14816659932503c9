import { Tooltip } from '@mantine/core'
import { Mantine } from '../mantine.tsx'
import type { ShownTooltip } from './tooltip-watch.ts'

/** The current tooltip, beside its control. */
export const TooltipLayer = ({ target, text }: ShownTooltip) => (
  <Mantine>
    <Tooltip key={text} target={target} label={text} opened multiline maw={320} />
  </Mantine>
)

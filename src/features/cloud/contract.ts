import { z } from 'zod'

export const instanceActions = ['start', 'stop', 'reboot'] as const
export const instanceAction = z.enum(instanceActions)
export type InstanceAction = z.output<typeof instanceAction>

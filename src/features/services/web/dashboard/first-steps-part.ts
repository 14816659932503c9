import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { areDone, stepsOf } from './first-steps-state.ts'

/** Loaded separately, because most visits do not show it. */
export const FirstSteps = lazyPart(() => import('./first-steps.tsx'), 'FirstSteps')

/** Loads the first steps before a page that shows them is rendered. */
export const preloadSteps = async (
  service: Service | undefined,
  overviews: readonly Overview[],
): Promise<void> => {
  if (service?.status === 'active' && !areDone(stepsOf(service, overviews))) await FirstSteps.preload()
}

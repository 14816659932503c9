import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { areDone, stepsOf } from './first-steps-state.ts'

/** The first steps, which most visits do without. */
export const FirstSteps = lazyPart(() => import('./first-steps.tsx'), 'FirstSteps')

/** A page that shows the first steps of this service is drawn with them. */
export const preloadSteps = async (
  service: Service | undefined,
  overviews: readonly Overview[],
): Promise<void> => {
  if (service?.status === 'active' && !areDone(stepsOf(service, overviews))) await FirstSteps.preload()
}

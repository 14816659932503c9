import { lazyPart } from '#web/ui/lazy-part.tsx'

/** The first steps, which most visits do without: a page that shows them preloads them. */
export const FirstSteps = lazyPart(() => import('./first-steps.tsx'), 'FirstSteps')

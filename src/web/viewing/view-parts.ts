import { lazyPart } from '../ui/lazy-part.tsx'

/** Marks every page viewed as a customer; loaded before the page is drawn, and only then. */
export const ViewBanner = lazyPart(() => import('./view-banner.tsx'), 'ViewBanner')

/** Replaces a page that is private to the account. */
export const PrivatePage = lazyPart(() => import('./view-banner.tsx'), 'PrivatePage')

import { lazyPart } from '../ui/lazy-part.tsx'

/** Says on every page that it is viewed as a customer; loaded before the page is drawn, and for nobody else. */
export const ViewBanner = lazyPart(() => import('./view-banner.tsx'), 'ViewBanner')

/** In place of a page that is private to the account. */
export const PrivatePage = lazyPart(() => import('./view-banner.tsx'), 'PrivatePage')

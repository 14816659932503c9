import { createRoute } from '@tanstack/react-router'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { describePage } from '#web/lib/navigation/page-description.ts'

/** `/` for a visitor. */
export const visitorHome = createRoute({
  getParentRoute: () => publicArea,
  path: '/',
  staticData: { title: 'Web hosting and servers' },
  head: describePage('Web hosting and VPS plans priced in Indian rupees.'),
  loader: ({ context }) => context.queryClient.ensureQueryData(context.trpc.catalogue.all.queryOptions()),
  component: lazyPublicPage(() => import('./visitor-home.tsx'), 'VisitorHome'),
})

import { createRoute } from '@tanstack/react-router'
import { publicArea } from '../areas.tsx'
import { lazyPublicPage } from '../lib/lazy-page.ts'

/** `/` for a visitor (docs/product.md, "Home gate"). */
export const visitorHome = createRoute({
  getParentRoute: () => publicArea,
  path: '/',
  staticData: { title: 'Web hosting and servers' },
  head: () => ({
    meta: [{ name: 'description', content: 'Web hosting and VPS plans priced in Indian rupees.' }],
  }),
  loader: ({ context }) => context.utils.catalogue.all.ensureData(),
  component: lazyPublicPage(() => import('./visitor-home.tsx'), 'VisitorHome'),
})

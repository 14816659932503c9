import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'

const component = lazyPage(() => import('./coming-later-page.tsx'), 'ComingLaterPage')

const later = <Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => shellArea, path, component, staticData: { title } })

/** Linked pages whose feature is not there yet. A feature that comes takes its line out. */
export const routes = [
  later('/domains', 'Domains'),
  later('/email', 'Email'),
  later('/databases', 'Databases'),
  later('/ssl-certificates', 'SSL Certificates'),
  later('/profile', 'Profile'),
  later('/profile/billing', 'Billing'),
] as const

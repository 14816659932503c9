import { lazyPart } from '#web/ui/lazy-part.tsx'

/** One order beside the queue; the loader fetches it when the address names an order. */
export const OrderDetail = lazyPart(() => import('#features/orders/web/desk/order-detail.tsx'), 'OrderDetail')

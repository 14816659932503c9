import { z } from 'zod'
import { customer, router } from '#server/trpc.ts'
import { byId, page } from '#shared/schema.ts'
import { orderOutput, placedOrderOutput, placeOrderInput } from './contract.ts'
import { cancelOrder, listOwnOrders } from './service/own-orders.ts'
import { placeOrder } from './service/place-order.ts'

export const ordersRouter = router({
  list: customer
    .meta({ rest: 'GET /api/user/orders' })
    .input(page.optional())
    .output(z.array(orderOutput))
    .query(({ ctx, input }) => listOwnOrders(ctx, input)),
  create: customer
    .meta({ rest: 'POST /api/orders', status: 201 })
    .input(placeOrderInput)
    .output(placedOrderOutput)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),
  cancel: customer
    .meta({ rest: 'POST /api/orders/:id/cancel' })
    .input(byId)
    .output(placedOrderOutput)
    .mutation(({ ctx, input }) => cancelOrder(ctx, input)),
})

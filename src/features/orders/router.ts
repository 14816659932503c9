import { z } from 'zod'
import { exampleId } from '#server/procedure-meta.ts'
import { customer, router } from '#server/trpc.ts'
import { byId, page } from '#shared/schema.ts'
import { orderOutput, placedOrderOutput, placeOrderInput } from './contract.ts'
import { cancelOrder, listOwnOrders } from './service/own-orders.ts'
import { placeOrder } from './service/place-order.ts'

export const ordersRouter = router({
  list: customer
    .meta({ rest: 'GET /api/user/orders', summary: 'Lists your orders, newest first.' })
    .input(page.optional())
    .output(z.array(orderOutput))
    .query(({ ctx, input }) => listOwnOrders(ctx, input)),
  create: customer
    .meta({
      rest: 'POST /api/orders',
      summary: 'Orders a plan, which waits for approval.',
      repeatStatus: 200,
      example: { planId: exampleId, amount: 99, paymentMethod: 'credit_card', domain: 'example.com' },
      status: 201,
    })
    .input(placeOrderInput)
    .output(placedOrderOutput)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),
  cancel: customer
    .meta({ rest: 'POST /api/orders/:id/cancel', summary: 'Cancels an order that is still pending.' })
    .input(byId)
    .output(placedOrderOutput)
    .mutation(({ ctx, input }) => cancelOrder(ctx, input)),
})

import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { administrator, customer, router } from '#server/trpc/trpc.ts'
import { byId, listOf, page } from '#shared/schema.ts'
import { orderOutput, placedOrderOutput, placeOrderInput } from './contract/contract.ts'
import {
  adminOrderOutput,
  approveInput,
  listOrdersInput,
  orderDetailOutput,
  rejectInput,
} from './contract/desk.ts'
import { approveOrder, rejectOrder } from './desk/decide.ts'
import { getOrder, listOrders } from './desk/read.ts'
import { cancelOrder, listOwnOrders } from './service/own-orders.ts'
import { placeOrder } from './service/place-order.ts'

const orders = router({
  list: customer
    .meta({ rest: 'GET /api/user/orders', summary: 'Lists your orders, newest first.' })
    .input(page.optional())
    .output(z.array(orderOutput))
    .query(({ ctx, input }) => listOwnOrders(ctx, input)),
  create: customer
    .meta({
      rest: 'POST /api/orders',
      summary: 'Orders a plan; the order then waits for approval.',
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

/** The approval desk: the orders of all customers. */
const ordersDesk = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/orders',
      summary: 'Lists orders by status or prefix, newest first, but pending ones oldest first.',
    })
    .input(listOrdersInput)
    .output(listOf(adminOrderOutput))
    .query(({ ctx, input }) => listOrders(ctx, input)),
  get: administrator
    .meta({
      rest: 'GET /api/admin/orders/:id',
      summary: 'Shows an order with its service, mails and timeline.',
    })
    .input(byId)
    .output(orderDetailOutput)
    .query(({ ctx, input }) => getOrder(ctx, input)),
  approve: administrator
    .meta({
      rest: 'POST /api/admin/orders/:id/approve',
      summary: 'Approves a pending order, which activates its service.',
    })
    .input(approveInput)
    .output(orderDetailOutput)
    .mutation(({ ctx, input }) => approveOrder(ctx, input)),
  reject: administrator
    .meta({
      rest: 'POST /api/admin/orders/:id/reject',
      summary: 'Rejects a pending order and sends the customer the reason.',
    })
    .input(rejectInput)
    .output(orderDetailOutput)
    .mutation(({ ctx, input }) => rejectOrder(ctx, input)),
})

export const ordersProcedures = { orders, ordersDesk }

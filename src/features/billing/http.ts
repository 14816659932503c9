import { Hono } from 'hono'
import type { CustomerContext } from '#server/context.ts'
import type { HttpRoute } from '#server/feature.ts'
import { disposition } from '#server/http/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { assertAdministrator } from '#server/trpc.ts'
import { readId } from '#shared/schema.ts'
import type { InvoiceRow } from './context.ts'
import { exportInput } from './contract.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { findAnyInvoice } from './service/administer.ts'
import { exportMonth } from './service/export-month.ts'
import { findInvoice, readWhole } from './service/own-invoices.ts'

export const routes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/invoices/:id/pdf',
    access: 'customer',
    shared: { from: 'billing', by: { id: 'invoice' } },
    description: {
      summary: 'Downloads an invoice or credit note as PDF.',
      answer: { type: 'application/pdf' },
      refusals: [404],
    },
  },
  {
    method: 'GET',
    path: '/api/admin/invoices/:id/pdf',
    access: 'administrator',
    description: {
      summary: "Downloads somebody's invoice or credit note as PDF.",
      answer: { type: 'application/pdf' },
      refusals: [403, 404],
    },
  },
  {
    method: 'GET',
    path: '/api/admin/invoices/export',
    access: 'administrator',
    description: {
      summary: 'Downloads the invoices and credit notes of a month as CSV.',
      query: exportInput,
      answer: { type: 'text/csv' },
      refusals: [403, 422],
    },
  },
]

const unkept = { 'cache-control': 'private, no-store' }

async function sendPdf(ctx: CustomerContext, invoice: InvoiceRow): Promise<Response> {
  const bytes = await renderInvoice(await readWhole(ctx.store, invoice))
  const name = `${invoice.number.replaceAll('/', '-')}.pdf`
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...unkept,
      'content-type': 'application/pdf',
      'content-disposition': disposition('inline', name),
    },
  })
}

async function sendMonth(ctx: CustomerContext, query: Record<string, string>): Promise<Response> {
  const { month } = exportInput.parse(query)
  return new Response(await exportMonth(ctx, month), {
    headers: {
      ...unkept,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition('attachment', `invoices-${month}.csv`),
    },
  })
}

/** Invoices as files. */
export function billingHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/invoices/:id/pdf', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      return await sendPdf(ctx, await findInvoice(ctx, readId(c.req.param('id'))))
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  app.get('/api/admin/invoices/:id/pdf', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      await assertAdministrator(ctx)
      return await sendPdf(ctx, await findAnyInvoice(ctx, readId(c.req.param('id'))))
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  app.get('/api/admin/invoices/export', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      await assertAdministrator(ctx)
      return await sendMonth(ctx, c.req.query())
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}

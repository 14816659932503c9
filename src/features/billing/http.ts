import { Hono } from 'hono'
import type { CustomerContext } from '#server/context.ts'
import type { HttpRoute } from '#server/feature.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { assertAdministrator } from '#server/trpc/trpc.ts'
import { readId } from '#shared/schema.ts'
import type { InvoiceRow } from './context.ts'
import { exportInput } from './contract/contract.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { findAnyInvoice } from './service/administer.ts'
import { exportDocuments } from './service/export-documents.ts'
import { findInvoice, readWhole } from './service/own-invoices.ts'

export const routes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/invoices/export',
    access: 'customer',
    description: {
      summary: 'Downloads all your invoices and credit notes as CSV.',
      answer: { type: 'text/csv' },
    },
  },
  {
    method: 'GET',
    path: '/api/invoices/:id/pdf',
    access: 'customer',
    shared: { from: 'billing', by: { id: 'invoice' } },
    isViewed: true,
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
      summary: "Downloads a customer's invoice or credit note as PDF.",
      answer: { type: 'application/pdf' },
      refusals: [403, 404],
    },
  },
  {
    method: 'GET',
    path: '/api/admin/invoices/export',
    access: 'administrator',
    description: {
      summary: 'Downloads the invoices and credit notes of a month, or of a customer, as CSV.',
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

async function sendCsv(
  ctx: CustomerContext,
  wanted: { month?: string | undefined; userId?: string | undefined },
): Promise<Response> {
  const name = ['invoices', wanted.month].filter(Boolean).join('-')
  return new Response(await exportDocuments(ctx, wanted), {
    headers: {
      ...unkept,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition('attachment', `${name}.csv`),
    },
  })
}

/** Invoices as files. */
export function billingHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/invoices/export', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      return await sendCsv(ctx, { userId: ctx.user.id })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
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
      return await sendCsv(ctx, exportInput.parse(c.req.query()))
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}

import { Hono } from 'hono'
import { type FormTransport, pickFields, readForm, redirect, submitForm } from '#server/http/forms.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { contactInput } from './contract/contract.ts'
import { sendContactMessage } from './service.ts'

const fields = ['firstName', 'lastName', 'email', 'subject', 'message', 'topic', 'orderId'] as const

/** The contact form without a script: the same rules and limits as the API call. */
export function supportHttp(transport: FormTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.post('/contact', async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: false })
      const values = pickFields(await readForm(c.req.raw), fields)
      const submit = async () => {
        const { reference } = await sendContactMessage(ctx, await contactInput.parseAsync(values))
        return redirect(ctx, `/contact?sent=${reference}`, 303)
      }
      return await submitForm(c, transport, { url: '/contact', refused: { values }, submit })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}

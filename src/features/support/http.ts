import { Hono } from 'hono'
import { type FormDoors, pickFields, readForm, redirect, submitForm } from '#server/http/forms.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { contactInput } from './contract.ts'
import { sendContactMessage } from './service.ts'

const fields = ['firstName', 'lastName', 'email', 'subject', 'message'] as const

/** The contact form of a browser without a script: the same rules and limits as the call. */
export function supportHttp(doors: FormDoors): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.post('/contact', async (c) => {
    try {
      const ctx = await doors.contextOf(c, { poll: false })
      const values = pickFields(await readForm(c.req.raw), fields)
      const submit = async () => {
        const { reference } = await sendContactMessage(ctx, await contactInput.parseAsync(values))
        return redirect(ctx, `/contact?sent=${reference}`, 303)
      }
      return await submitForm(c, doors, { url: '/contact', refused: { values }, submit })
    } catch (error) {
      return doors.refuse(c, error)
    }
  })
  return app
}

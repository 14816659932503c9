declare module 'express@5.3.0' {
  type Request = { headers: Record<string, string | undefined> }
  type Response = {
    status(code: number): Response
    set(name: string, value: string): Response
    json(body: unknown): void
    end(): void
  }
  type Application = {
    disable(setting: string): void
    set(setting: string, value: unknown): void
    get(path: string, handler: (request: Request, response: Response) => void): void
    listen(port: number, host: string, ready: () => void): { address(): { port: number } }
  }
  export default function express(): Application
}

declare module 'fastify@5.12.8' {
  type Reply = {
    code(status: number): Reply
    header(name: string, value: string): Reply
    send(body: unknown): Reply
  }
  type Request = { headers: Record<string, string | undefined> }
  type Application = {
    get(path: string, handler: (request: Request, reply: Reply) => unknown): void
    listen(at: { host: string; port: number }): Promise<string>
  }
  export default function fastify(): Application
}

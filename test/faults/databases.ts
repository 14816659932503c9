import { SQL } from 'bun'

/** A new, empty database on the server; answers its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const connection = new SQL(server)
  await connection.unsafe(`create database ${name}`)
  await connection.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

import { createServer } from 'node:http'

/** node:http and pg: the session, the page, and the object as JSON. Nothing is checked but the method and the token. */
export async function start(database) {
  const server = createServer((request, response) => {
    const send = (status, body) => {
      const text = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    const answer = async () => {
      if (!request.headers.authorization || !(await database.caller())) return send(401, { code: 401 })
      return send(200, await database.page())
    }
    answer().catch((error) => send(500, { code: 500, msg: String(error) }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port, close: () => server.close() }
}

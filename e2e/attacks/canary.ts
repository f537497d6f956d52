// A server that does nothing but answer. How long its answers take says how busy the machine itself is: it runs in a
// process of its own beside the product, asked by the same client at the same time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_request, response) => response.end('{"status":"ok"}'))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.on('disconnect', () => process.exit())

// An idle server in a process of its own. The client of the product asks it at the same time; its answer times show how
// busy the machine is.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_request, response) => response.end('{"status":"ok"}'))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.on('disconnect', () => process.exit())

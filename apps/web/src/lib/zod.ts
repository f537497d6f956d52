import { config, z } from 'zod/v4'

// Zod tries whether it may compile its checks when the first shape is made. The Content-Security-Policy refuses that and
// reports it, so Zod is told not to try. The build puts this module in the place of `zod`, ahead of every shape.
config({ jitless: true })

export { z }

import { config, z } from 'zod/v4'

// Zod tests whether it can compile its checks, which the Content-Security-Policy refuses and reports, so this is turned
// off. The build replaces `zod` by this module, which therefore runs before every schema.
config({ jitless: true })

export { z }

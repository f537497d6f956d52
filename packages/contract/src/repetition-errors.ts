/** Errors of repeated requests, and the one after which a request has to be repeated. */
export const repetitionErrors = {
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    zh: '同一幂等键不能用于不同的请求',
    en: 'This idempotency key was used for a different request',
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    zh: '同一请求正在处理中，请稍候',
    en: 'The same request is still in progress',
  },
  // Said by the proxy before the nodes (deploy/nginx), also with 503 and 504.
  SERVICE_UNREACHABLE: {
    status: 502,
    zh: '服务暂时无法访问，请稍后再试',
    en: 'The service cannot be reached right now; try again shortly',
  },
} as const

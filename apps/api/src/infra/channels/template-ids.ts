/** The reason of an adapter whose provider has no template of the message. */
export const TEMPLATE_NOT_SET = 'TEMPLATE_NOT_SET'

/** The names by which a provider registered the templates of this service. */
export type TemplateIds = Readonly<Record<string, string>>

/** `code.sign` is the template of codes for signing, and `code` the one of all codes that have none of their own. */
export const registeredTemplate = (ids: TemplateIds, templateId: string | undefined): string | undefined =>
  templateId === undefined ? undefined : (ids[templateId] ?? ids[templateId.split('.')[0]!])

import { useDictionary, type Dictionary } from '../../lib/dictionary.ts'

/** The labels of all choices in meeting records. */
export function useMaterialDictionaries(): Record<string, Dictionary> {
  return {
    material_type: useDictionary('material_type'),
    supervision_mode: useDictionary('supervision_mode'),
    supervision_conclusion: useDictionary('supervision_conclusion'),
    audit_result: useDictionary('audit_result'),
  }
}

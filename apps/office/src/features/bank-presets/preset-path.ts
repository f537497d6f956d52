export const PRESETS_PATH = '/labor-payments/presets'

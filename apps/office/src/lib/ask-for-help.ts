export const ASKS_FOR_HELP = 'consilium:help'

/** Opens the help of this window. */
export const askForHelp = () => window.dispatchEvent(new Event(ASKS_FOR_HELP))

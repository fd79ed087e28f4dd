// The settings of a world as data: type and default of each, from the control API's contract.

/** @param {Record<string, any>} contract */
export function settingsOf(contract) {
  const { properties } = contract.components.schemas.Settings
  const described = Object.fromEntries(
    Object.entries(properties).map(([name, { type, default: byDefault }]) => [name, { type, default: byDefault }]),
  )
  return `/** Type and default of every setting of a world. */\nexport const settings = ${JSON.stringify(described, null, 2)} as const\n`
}

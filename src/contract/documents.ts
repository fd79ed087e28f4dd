/** The contracts as OpenAPI documents, loaded when somebody first reads them. */
export const documents = {
  service: async () => (await import('./generated/service/openapi.json', { with: { type: 'json' } })).default,
  public: async () => (await import('./generated/public/openapi.json', { with: { type: 'json' } })).default,
}

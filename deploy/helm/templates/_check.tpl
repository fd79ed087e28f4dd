{{/* Values that contradict each other or are missing. `helm lint` reports them without failing. */}}
{{- define "maildouble.check" -}}
{{- if not (or .Values.controlToken.value .Values.controlToken.existingSecret) }}
{{- fail "The control API needs a token: --set controlToken.value=$(openssl rand -hex 16), or controlToken.existingSecret with the name of a Secret of your own." }}
{{- end }}
{{- $own := or .Values.store.url .Values.store.existingSecret }}
{{- if and .Values.valkey.enabled $own }}
{{- fail "There are two stores: set either valkey.enabled to false, or neither store.url nor store.existingSecret." }}
{{- end }}
{{- if not (or .Values.valkey.enabled $own) }}
{{- fail "There is no store: set valkey.enabled to true, or store.url or store.existingSecret to a Valkey or Redis of your own." }}
{{- end }}
{{- end }}

{{/* The command of the image's health check. The control API requires its token, which an HTTP probe can't read from a Secret. */}}
{{- define "maildouble.health" -}}
exec:
  command:
    - node
    - -e
    - 'fetch(`http://127.0.0.1:${process.env.MAILDOUBLE_PORT || 4030}/_control/health`).then(({ ok, status }) => process.exit(ok || status === 401 ? 0 : 1), () => process.exit(1))'
timeoutSeconds: 10
{{- end }}

{{/* While Valkey loads its log, it answers, but not with PONG. */}}
{{- define "maildouble.ping" -}}
exec: { command: [sh, -c, 'test "$(valkey-cli ping)" = PONG'] }
timeoutSeconds: 3
{{- end }}

{{/* What the pods of all workloads have in common. */}}
{{- define "maildouble.pod" -}}
# Otherwise the Service would set MAILDOUBLE_PORT to an address.
enableServiceLinks: false
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The security context of a pod that runs as this user: 1000. */}}
{{- define "maildouble.user" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* The security context of every container. */}}
{{- define "maildouble.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* An image and when it is pulled: (list .Values.image "default tag"). */}}
{{- define "maildouble.image" -}}
{{- $image := first . -}}
image: {{ printf "%s:%s" $image.repository ($image.tag | default (last .)) | quote }}
{{- with $image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
{{- end }}

{{/* Spreads the pods of a component over nodes: (list . "process"). */}}
{{- define "maildouble.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "maildouble.selector" . | nindent 6 }}
{{- end }}

{{/* The prefix of all names. It leaves room for the longest suffix, and for the suffixes that Kubernetes adds to pods. */}}
{{- define "maildouble.fullname" -}}
{{- $name := contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) -}}
{{- .Values.fullnameOverride | default $name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* The labels by which pods are selected: (list . "process"). They never change. */}}
{{- define "maildouble.selector" -}}
{{- $ := first . -}}
app.kubernetes.io/name: {{ $.Chart.Name }}
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/component: {{ last . }}
{{- end }}

{{/* The metadata of an object, with its name and its labels: (list . "-valkey" "store"). */}}
{{- define "maildouble.metadata" -}}
{{- $ := first . -}}
name: {{ include "maildouble.fullname" $ }}{{ index . 1 }}
namespace: {{ $.Release.Namespace }}
labels:
  {{- include "maildouble.selector" (list $ (last .)) | nindent 2 }}
  app.kubernetes.io/version: {{ $.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ $.Release.Service }}
  helm.sh/chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* The Secret with the token of the control API. */}}
{{- define "maildouble.tokenSecret" -}}
{{- .Values.controlToken.existingSecret | default (include "maildouble.fullname" .) -}}
{{- end }}

{{/* The address of the Service inside the cluster. */}}
{{- define "maildouble.serviceUrl" -}}
{{- printf "http://%s.%s.svc.%s:%v" (include "maildouble.fullname" .) .Release.Namespace .Values.clusterDomain .Values.service.port -}}
{{- end }}

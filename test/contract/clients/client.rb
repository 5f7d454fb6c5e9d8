# kubeclient (ruby-kubeclient). Prints what clients.ts expects.
require 'json'
require 'kubeclient'

namespace = ARGV[0]
context = Kubeclient::Config.read(ENV.fetch('KUBECONFIG')).context
options = { ssl_options: context.ssl_options, auth_options: context.auth_options }
core = Kubeclient::Client.new(context.api_endpoint, 'v1', **options)
apps = Kubeclient::Client.new("#{context.api_endpoint}/apis/apps", 'v1', **options)
apps.discover

before = core.get_config_maps(namespace: namespace).resourceVersion
map = Kubeclient::Resource.new(metadata: { name: 'a', namespace: namespace }, data: { k: 'v' })
created = core.create_config_map(map)
listed = core.get_config_maps(namespace: namespace)
patched = core.patch_config_map('a', { data: { k: 'w' } }, namespace)
core.delete_config_map('a', namespace)
missing =
  begin
    core.get_config_map('a', namespace)
  rescue Kubeclient::ResourceNotFoundError => e
    e.error_code
  end

events = []
core.watch_config_maps(namespace: namespace, resource_version: before).each do |notice|
  events << "#{notice.type} #{notice.object.metadata.name}"
  break if notice.type == 'DELETED'
end

puts JSON.generate(
  discovered: apps.respond_to?(:get_deployments),
  created: created.metadata.name,
  listed: listed.map { |item| item.metadata.name },
  patched: patched.data.to_h,
  missing: missing,
  events: events
)

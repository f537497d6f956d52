"""OpenStack Swift with its S3 interface, all four servers in one process, for tests.

usage: serve.py FOLDER PORT ACCESS_KEY SECRET_KEY

Debian's packages bring the servers as daemons with settings in /etc; here they are the same WSGI applications,
with settings and data in FOLDER. Prints "ready" when the proxy listens on 127.0.0.1:PORT.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402

STORAGE = ("account", "container", "object")

STORAGE_CONF = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
[app:main]
use = egg:swift#{kind}
replication_concurrency = 1
"""

PROXY_CONF = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
node_timeout = 60
conn_timeout = 10
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

SWIFT_CONF = """
[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
"""


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


class Silent:
    """A log that keeps nothing: requests of a test are seen by the test."""

    def write(self, _text):
        pass

    def flush(self):
        pass


def serve(app, sock):
    eventlet.spawn(wsgi.server, sock, app, log=Silent(), debug=False)


def main(folder, port, access_key, secret):
    os.makedirs(os.path.join(folder, "devices", "d1"))
    write(os.path.join(folder, "swift.conf"), SWIFT_CONF)
    utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
    utils.validate_hash_conf()
    reload_storage_policies()

    account, user = access_key.split(":")
    for kind in STORAGE:
        sock = eventlet.listen(("127.0.0.1", 0))
        builder = RingBuilder(part_power=2, replicas=1, min_part_hours=1)
        builder.add_dev(
            {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": sock.getsockname()[1], "device": "d1"}
        )
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))
        conf = write(os.path.join(folder, f"{kind}.conf"), STORAGE_CONF.format(folder=folder, kind=kind))
        serve(loadapp(f"config:{conf}"), sock)

    settings = PROXY_CONF.format(folder=folder, account=account, user=user, secret=secret)
    conf = write(os.path.join(folder, "proxy.conf"), settings)
    serve(loadapp(f"config:{conf}"), eventlet.listen(("127.0.0.1", port)))
    print("ready", flush=True)
    while True:
        eventlet.sleep(3600)


main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])

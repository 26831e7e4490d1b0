"""A bucket of object storage that speaks S3. An object is there whole or not at all; who may read the bucket is set there."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.later import later
from tdapp.publishing.site.folder import LIST
from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets import MOST_READ, kind_of

if TYPE_CHECKING:
    import minio
    import minio.error
    import urllib3.exceptions
else:
    minio, urllib3 = later("minio"), later("urllib3")

LANES = 8
REGION = "us-east-1"
# Pages are asked for again, what is named by its content never.
KEEP, FRESH = "public, max-age=31536000, immutable", "no-cache"
CODES = {
    "NoSuchBucket": "no-bucket", "AccessDenied": "not-allowed", "AllAccessDisabled": "not-allowed",
    "InvalidAccessKeyId": "key-refused", "SignatureDoesNotMatch": "key-refused", "InvalidSecurity": "key-refused",
    "RequestTimeTooSkewed": "wrong-clock", "QuotaExceeded": "full", "XMinioStorageFull": "full",
    "InsufficientStorage": "full", "SlowDown": "server-fault", "InternalError": "server-fault",
    "ServiceUnavailable": "server-fault", "RequestTimeout": "cut",
}  # fmt: skip
# A store tells who may not list a bucket nothing of what is not there.
GONE = {"NoSuchKey", "NoSuchObject", "AccessDenied"}


@dataclass(frozen=True, slots=True)
class Account:
    """Where and as whom. `endpoint`: https://s3.example.org; `path_style`: the bucket in the path, not in the host."""

    endpoint: str
    bucket: str
    inside: str
    key_id: str
    secret: str
    region: str = ""
    path_style: bool = True


class Bucket:
    """A bucket that is there."""

    lanes, whole = LANES, False

    def __init__(self, account: Account, client: Any) -> None:
        self.account, self._client = account, client
        self._host = urlsplit(account.endpoint).netloc
        self._prefix = f"{account.inside.strip('/')}/".lstrip("/")

    def occupied(self) -> Fault:
        return Fault("occupied", host=self._host, path=f"{self.account.bucket}/{self._prefix}")

    def look(self) -> None:
        """Fault unless the bucket is there and lets us in. A question for one file is told why it is refused; one for the
        bucket (HEAD) is not.
        """
        self.read(LIST)

    def read(self, path: str) -> bytes | None:
        with self._told(path):
            try:
                answer = self._client.get_object(
                    bucket_name=self.account.bucket, object_name=self._prefix + path
                )
            except minio.error.S3Error as error:
                if error.code in GONE:
                    return None
                raise
            try:
                data = bytes(answer.read(MOST_READ + 1))
            finally:
                answer.close()
                answer.release_conn()
        if len(data) > MOST_READ:
            raise self.occupied()
        return data

    def put(self, path: str, data: bytes) -> None:
        with self._told(path):
            self._client.put_object(
                bucket_name=self.account.bucket, object_name=self._prefix + path, data=io.BytesIO(data),
                length=len(data), content_type=kind_of(path),
                metadata={"Cache-Control": KEEP if path.startswith("static/") else FRESH},
            )  # fmt: skip

    def remove(self, paths: Sequence[str]) -> None:
        # One by one: not every make of storage answers the request for many.
        for path in paths:
            with self._told(path):
                self._client.remove_object(bucket_name=self.account.bucket, object_name=self._prefix + path)

    @contextmanager
    def _told(self, path: str) -> Iterator[None]:
        facts = {"host": self._host, "path": path, "user": self.account.key_id}
        try:
            yield
        except minio.error.S3Error as error:
            code = CODES.get(error.code or "", "said-no")
            facts |= {"path": self.account.bucket} if code in ("no-bucket", "not-allowed") else {}
            raise Fault(code, **facts, why=error.code or "?") from None
        except minio.error.ServerError as error:
            raise Fault("server-fault", **facts, why=str(error)) from None
        except urllib3.exceptions.MaxRetryError as error:
            raise unreached(self._host, error.reason or error) from None
        except urllib3.exceptions.HTTPError as error:
            raise unreached(self._host, error) from None
        except (minio.error.MinioException, OSError, ValueError) as error:
            raise Fault("said-no", **facts, why=str(error)) from None


def unreached(host: str, error: Exception) -> Fault:
    """Why no answer came: no certificate, nobody was met at all, or the line broke."""
    if isinstance(error, urllib3.exceptions.SSLError):
        return Fault("no-certificate", host=host, why=str(error))
    if isinstance(error, urllib3.exceptions.ResponseError):
        return Fault("server-fault", host=host, why=str(error))
    if isinstance(error, (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ConnectTimeoutError)):
        return Fault("no-network", host=host, why=str(error))
    return Fault("cut", host=host, why=str(error))


@contextmanager
def opened(account: Account) -> Iterator[Bucket]:
    """The bucket, signed in."""
    parts = urlsplit(account.endpoint)
    http = guarded.pool(LANES)
    try:
        client = minio.Minio(
            endpoint=parts.netloc, access_key=account.key_id, secret_key=account.secret,
            secure=parts.scheme == "https", region=account.region or REGION, http_client=http,
        )  # fmt: skip
        if account.path_style:
            client.disable_virtual_style_endpoint()
        else:
            client.enable_virtual_style_endpoint()
        bucket = Bucket(account, client)
        bucket.look()
        yield bucket
    except ValueError as error:
        raise Fault("said-no", host=parts.netloc, why=str(error)) from None
    finally:
        http.clear()
